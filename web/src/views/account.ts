// Views of what belongs to the account; loaded together, as those of people are.
export { ActivityView } from "../activity/activity-view.tsx";
export { TrashView } from "../activity/trash-view.tsx";
export { ConsentView } from "../connections/consent-view.tsx";
export { DataView } from "../data/data-view.tsx";
export { KeysView } from "../keys/keys-view.tsx";
export { ProfileView } from "../profile/profile-view.tsx";
