// What somebody may be to a contact.

/** What somebody may be to a contact; the database has the inverse of each. */
export const relationshipKinds = [
  ...["spouse", "partner", "exPartner", "parent", "child", "grandparent", "grandchild", "sibling"],
  ...["relative", "godparent", "godchild", "friend", "acquaintance", "neighbor", "housemate"],
  ...["colleague", "manager", "report", "assistant", "assisted", "mentor", "mentee"],
  ...["introducedBy", "introduced", "emergencyContact", "emergencyContactOf", "other"],
] as const;
