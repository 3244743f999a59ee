//! Where the binary runs, and the running one.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use base::testing::{Engine, TestDatabase};
use reqwest::Client;
use serde_json::{Value, json};

pub const SENHA: &str = "Nucleo2026";

/// A data folder of its own, and the database beside it or on the server of the tests.
pub struct Place {
    pub folder: PathBuf,
    pub database: Option<TestDatabase>,
    pub url: Option<String>,
}

impl Place {
    /// `None` where whoever runs the tests has said that there is no PostgreSQL.
    pub async fn new(engine: Engine) -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("nucleo_process_{}_{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(TestDatabase::create_empty().await?),
        };
        let url = database.as_ref().map(TestDatabase::url);
        Some(Self { folder, database, url })
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleo"));
        command
            .args(arguments)
            .env_clear()
            .env("NUCLEO_BIND", "127.0.0.1:0")
            .env("NUCLEO_DATA_DIR", &self.folder)
            .env("NUCLEO_SUPER_ADMIN_SENHA", SENHA);
        if let Some(url) = &self.url {
            command
                .env("DATABASE_URL", url)
                .env("NUCLEO_JWT_SECRET", "a secret of the tests, long");
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the binary runs")
    }

    pub fn serve(&self) -> Server {
        Server::start(self.command(&["serve", "--demo"]))
    }

    pub async fn remove(self) {
        std::fs::remove_dir_all(&self.folder).expect("the data folder");
        if let Some(database) = self.database {
            database.remove().await;
        }
    }
}

/// A running service that ends with the test.
pub struct Server {
    pub child: Child,
    pub address: String,
    pub log: Arc<std::sync::Mutex<String>>,
}

impl Server {
    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let log = Arc::new(std::sync::Mutex::new(String::new()));
        // The port was left to the system: the log says which one it is.
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                serde_json::from_str::<Value>(&line).ok()?["bind"].as_str().map(str::to_owned)
            })
            .expect("it says where it listens");
        let kept = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut log = kept.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        Self { child, address, log }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub async fn login(&self, client: &Client, email: &str) -> String {
        let body = json!({"email": email, "senha": SENHA});
        let answer = client.post(self.url("/api/auth/login")).json(&body).send().await.unwrap();
        let answer: Value = answer.json().await.unwrap();
        answer["accessToken"].as_str().expect("a token").to_owned()
    }

    /// As the power going away.
    pub fn kill(mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("it is gone");
    }

    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
