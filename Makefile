.PHONY: help run test bench openapi clean tools

# First, so that a bare `make` lists the targets instead of building for minutes.
help: ## mostra esta lista
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

# exec leaves no shell in between, so that Ctrl-C reaches the service.
run: tools ## compila e inicia o serviço com dados de demonstração
	cargo build --release --bin nucleo
	exec "$${CARGO_TARGET_DIR:-./target}/release/nucleo" serve --demo

test: tools ## roda todas as verificações e testes, em SQLite e PostgreSQL
	scripts/test

# ARGS goes to the program: make bench ARGS='--engine sqlite --seconds 10', or ARGS=--help.
bench: tools ## mede o serviço sob carga, em SQLite e PostgreSQL
	cargo build --release --bin nucleo --bin carga
	exec "$${CARGO_TARGET_DIR:-./target}/release/carga" $(ARGS)

# Through a second file, so that a build that fails does not empty the document.
openapi: tools ## gera docs/openapi.json de novo
	mkdir -p docs
	cargo run --quiet --bin nucleo -- openapi > docs/openapi.json.new \
		|| { rm -f docs/openapi.json.new; exit 1; }
	mv docs/openapi.json.new docs/openapi.json

clean: ## apaga o que foi compilado
	cargo clean

# SQLite and the cryptography are compiled from C; without a compiler cargo says so late and badly.
tools:
	@command -v cargo >/dev/null \
		|| { echo "Falta o cargo: instale o Rust com o rustup, de https://rustup.rs." >&2; exit 1; }
	@command -v $${CC:-cc} >/dev/null \
		|| { echo "Falta um compilador C: no Debian ou Ubuntu, apt-get install build-essential;" \
			"no macOS, xcode-select --install." >&2; exit 1; }
