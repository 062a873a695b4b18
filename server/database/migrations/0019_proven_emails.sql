-- When the account's owner was last seen to read mails to its e-mail. null: never, so its password may be that of whoever
-- was shown the link of its invitation. Whether a link used before this was mailed or shown is not known; of accounts
-- that were there, only those count as proven that took a link for a forgotten password, which is shown to nobody, at
-- the e-mail that they have now.
alter table users add column email_proven_at timestamptz;
-- null: no mail went out with the link, so somebody was shown it, or could read it in a file.
alter table account_links add column mailed_at timestamptz;

-- The owner of the tables sees no row of them.
set local role dripline_accounts;
update users u set email_proven_at = r.at
from (
  select actor_id, actor, max(at) as at from audit_log where action = 'password.reset' group by actor_id, actor) r
where r.actor_id = u.id and r.actor = u.email and u.deleted_at is null;
reset role;
