-- The key that seals can be changed; the key that makes fingerprints stays the first one's, because what they were made of is not
-- all there any more, and a fingerprint that changed would make everybody a stranger and every payment a new one.
alter table payrun.vault
  -- The key of the fingerprints, sealed; null: it is that of the key itself, which was never changed.
  add column fingerprint_sealed bytea,
  -- While values sealed with the key before are left: that key, sealed with the one that counts.
  add column previous_sealed bytea,
  add column rotated_at timestamptz,
  -- Of keys that counted once, HMACs of the same text: they are not taken again.
  add column used_fps bytea[] not null default '{}';

-- Once the key was changed, every column of sealed values has a trigger that calls this for a value that another key sealed: whoever
-- still has the old key can write nothing with it. Without a change there are no such triggers, and they cost nothing.
create function payrun.refuse_other_key() returns trigger language plpgsql as $$
begin
  raise exception 'the key of this database was changed' using errcode = 'PR002';
end $$;
