-- A call takes the slot that has been free longest; without the index it sorts all slots of its key.
create index quota_slot_order on payrun.quota_slot (key, free_at, slot);
