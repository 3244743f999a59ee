-- What is still owed. A delivered event is deleted; a DEAD one waits for a person.
CREATE TABLE outbox (
    id         uuid        NOT NULL PRIMARY KEY,
    nucleo_id  uuid        REFERENCES nucleos (id), -- null: national
    event      text        NOT NULL,
    payload    jsonb       NOT NULL,
    status     text        NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DEAD')),
    attempts   bigint      NOT NULL DEFAULT 0,
    due_at     timestamptz NOT NULL,
    last_error text
);
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE status = 'PENDING';
CREATE INDEX outbox_dead ON outbox (id) WHERE status = 'DEAD';

-- The last slot of each recurring job that was put into the outbox, by whichever instance.
CREATE TABLE schedules (
    name      text        NOT NULL PRIMARY KEY,
    last_slot timestamptz NOT NULL
);
