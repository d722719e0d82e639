import type { Network } from "@kith/client";
import { refresh, useAction } from "../hooks/load.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Notice } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";

interface Way {
  href: string;
  icon: IconName;
  title: string;
  about: string;
}

const ways: Way[] = [
  {
    href: hrefOf("data"),
    icon: "archive",
    title: "Import a file",
    about: "Contacts of a phone, an address book or a table. You see first what it does.",
  },
  {
    href: hrefOf("contacts", undefined, { new: "1" }),
    icon: "person",
    title: "Add somebody",
    about: "A name is enough to begin with.",
  },
  {
    href: hrefOf("keys"),
    icon: "key",
    title: "Connect an assistant",
    about: "It adds people, notes and reminders for you, and you can undo what it did.",
  },
];

/** What an empty account shows: three ways in, and examples to look around with. */
export function Welcome() {
  const { busy, problem, run } = useAction();
  const show = async () => {
    const { addExamples } = await import("./examples.ts");
    await addExamples();
    toast({ text: "Examples are added. “People” removes them again." });
    refresh();
  };
  return (
    <section class="section welcome" aria-label="Ways to begin">
      <ul class="ways">
        {ways.map(({ href, icon, title, about }) => (
          <li key={title}>
            <a class="card way stack" href={href}>
              <Icon name={icon} />
              <span class="way-name">{title}</span>
              <span class="fine">{about}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="welcome-examples stack centre">
        <p class="fine">Or look around first, with a few people who do not exist.</p>
        <Button busy={busy} onClick={() => void run(show)}>
          Show me with examples
        </Button>
        {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      </div>
    </section>
  );
}

/** Said again because that module is loaded only when it is needed; the compiler compares both. */
const examplesName: typeof import("./examples.ts").examplesName = "Examples";

/** Says that there are examples, and removes them, while their network is there. */
export function ExamplesNotice({ networks }: { networks: Iterable<Network> }) {
  const { busy, problem, run } = useAction();
  const network = [...networks].find(({ name }) => name === examplesName);
  if (!network) return null;
  const remove = async () => {
    const { removeExamples } = await import("./examples.ts");
    const { count, undo } = await removeExamples(network);
    const text = count === 1 ? "One example is removed." : `${count} examples are removed.`;
    toast({ text, undo });
    refresh();
  };
  return (
    <Notice tone="info">
      <div class="apart line gap-5 spread">
        <p>
          The people in “{network.name}”{" "}
          with an address at kith.example do not exist. Removing them leaves everybody else.
        </p>
        <Button busy={busy} onClick={() => void run(remove)}>
          Remove the examples
        </Button>
      </div>
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
    </Notice>
  );
}
