-- The measure in which people of an organization read volumes, and the currency of its prices. Volumes are kept in gallons,
-- prices per gallon: fine enough that one set per cubic metre or CCF comes back as it was set.
alter table organizations
  add column measure text not null default 'gallon'
    check (measure in ('gallon', 'litre', 'cubic metre', 'cubic foot', 'CCF')),
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
grant update (measure, currency) on organizations to dripline_app;
alter table unit_prices alter column price type numeric(15, 9);
alter table unit_price_entries alter column price type numeric(15, 9);
alter table organization_prices alter column price type numeric(15, 9);
alter table organization_price_entries alter column price type numeric(15, 9);
