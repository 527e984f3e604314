-- The key is changed in one transaction, and every value is bound to its place.
alter table payrun.vault drop column previous_sealed, drop column rotated_at, drop column bound_at;
alter table payrun.sheet drop column content_keyed;
