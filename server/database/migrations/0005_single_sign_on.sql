-- Single sign-on. Who somebody is at the provider is a credential: provider_id is the provider's issuer, account_id the
-- subject, which stays when an e-mail changes there.

-- One password, and one account at each provider.
create unique index credentials_user on credentials (user_id, provider_id);

-- Whether the provider said that it asked for a second factor; then its owner is not asked for one of ours.
alter table sessions add column second_factor_elsewhere boolean not null default false;
