import type { MergedContact } from "../api/types.ts";
import { Details } from "../contacts/details.tsx";
import { workOf } from "../people/work.ts";
import { Avatar } from "../ui/avatar.tsx";
import { movedInWords } from "./moved.ts";
import { useStepHeading } from "./use-step-heading.ts";

interface Props {
  result: MergedContact;
  /** Name of the contact that will be deleted. */
  duplicate: string;
}

/** The contact as a dry run says that it would be. */
export function MergePreview({ result: { contact, moved }, duplicate }: Props) {
  const heading = useStepHeading();
  const work = workOf(contact);
  return (
    <div class="merge-result">
      <h3 ref={heading} tabIndex={-1}>The result: {contact.displayName}</h3>
      <Avatar name={contact.displayName} photoUrl={contact.photoUrl} />
      {work && <p class="contact-work">{work}</p>}
      <p>
        {movedInWords(moved)} The second contact, {duplicate}, is deleted. You can undo this.
      </p>
      <Details contact={contact} />
    </div>
  );
}
