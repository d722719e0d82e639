import { useProfile } from "../shell/context.tsx";
import { View } from "../shell/view.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { SignInSection } from "./sign-in-section.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function ProfileView() {
  const { data, problem, reload, change } = useProfile();
  return (
    <View title="Profile">
      {data
        ? (
          <>
            <ProfileForm profile={data} onSaved={change} />
            <SignInSection email={data.email ?? data.id} />
            <DeleteAccount email={data.email ?? data.id} />
          </>
        )
        : problem
        ? <Failed problem={problem} retry={reload} />
        : <Loading what="your profile" rows={2} />}
    </View>
  );
}
