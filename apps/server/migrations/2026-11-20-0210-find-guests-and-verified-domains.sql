-- A verified domain belongs to one organization.
create unique index organizations_domain_key on organizations (domain) where verified_at is not null;
alter table organizations add constraint organizations_verified_has_domain check (verified_at is null or domain is not null);

-- The guests of an account, one after the other, without reading all that each of them has.
create index device_shares_by_guest on device_shares (account_id, user_id, device_id);
create index network_shares_by_guest on network_shares (account_id, user_id, network_id);
