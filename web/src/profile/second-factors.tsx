import type { Factor, User } from "@supabase/auth-js";
import { useState } from "preact/hooks";
import type { Loaded } from "../hooks/load.ts";
import { Button } from "../ui/buttons.tsx";
import { toast } from "../ui/toast.tsx";
import { AddFactor } from "./add-factor.tsx";
import { RemoveFactor } from "./remove-factor.tsx";
import { useEnrolment } from "./use-enrolment.ts";

/** The authenticator apps that are asked for a code after the password. */
export function SecondFactors({ user }: { user: Loaded<User | null> }) {
  const [removing, setRemoving] = useState<Factor>();
  const factors = user.data?.factors ?? [];
  const verified = factors.filter(({ status }) => status === "verified");
  const { isOffered, busy, problem, begun, begin, end } = useEnrolment(factors);
  const done = (text: string) => {
    end();
    setRemoving(undefined);
    user.reload();
    toast({ text });
  };
  return (
    <div>
      <div class="apart">
        <div>
          <p class="way-name">Second factor</p>
          <p class="fine" role="status">{about(isOffered, verified.length)}</p>
        </div>
        {isOffered && (
          <Button busy={busy ?? false} onClick={() => void begin()}>
            Add an app…
          </Button>
        )}
      </div>
      {problem && <p class="field-problem" role="alert">{problem}</p>}
      {verified.length > 0 && <Factors factors={verified} onRemove={setRemoving} />}
      {begun && (
        <AddFactor
          factor={begun}
          onAdded={() => done("The second factor is on.")}
          onClose={end}
        />
      )}
      {removing && (
        <RemoveFactor
          factor={removing}
          isLast={verified.length === 1}
          onRemoved={() => done("The app is removed.")}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}

function about(isOffered: boolean, verified: number): string {
  if (verified > 0) {
    const asked = "A code of one of these apps is asked for after the password:";
    return isOffered ? asked : `This project takes no further apps. ${asked}`;
  }
  return isOffered
    ? "A code of an app on your phone, besides the password."
    : "This project does not offer a second factor.";
}

interface FactorsProps {
  factors: Factor[];
  onRemove: (factor: Factor) => void;
}

function Factors({ factors, onRemove }: FactorsProps) {
  return (
    <ul class="factors" aria-label="Second factors">
      {factors.map((factor) => (
        <li key={factor.id} class="apart">
          <span>{factor.friendly_name ?? "Authenticator app"}</span>
          <Button
            kind="plain"
            aria-label={`Remove: ${factor.friendly_name ?? "authenticator app"}`}
            onClick={() => onRemove(factor)}
          >
            Remove…
          </Button>
        </li>
      ))}
    </ul>
  );
}
