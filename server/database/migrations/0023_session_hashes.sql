-- Of a session's token only its SHA-256 is stored. Sessions of the release before have theirs in `token`, which that
-- release reads: they stay valid until they end, and its servers go on working on the same table.
alter table sessions add column token_hash bytea unique;
alter table sessions alter column token drop not null;
