import { useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { refresh } from "../hooks/load.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
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
export function Welcome({ onAdd }: { onAdd?: () => void }) {
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({});
  const show = async () => {
    setState({ busy: true });
    try {
      const { addExamples } = await import("./examples.ts");
      await addExamples();
      toast({ text: "Examples are added. “People” removes them again." });
      setState({});
      refresh();
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  return (
    <section class="section welcome" aria-label="Ways to begin">
      <ul class="ways">
        {ways.map(({ href, icon, title, about }) => (
          <li key={title}>
            <a
              class="card way"
              href={href}
              onClick={(event) => {
                if (icon !== "person" || !onAdd) return;
                event.preventDefault();
                onAdd();
              }}
            >
              <Icon name={icon} />
              <span class="way-name">{title}</span>
              <span class="fine">{about}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="welcome-examples">
        <p class="fine">Or look around first, with a few people who do not exist.</p>
        <Button busy={state.busy ?? false} onClick={() => void show()}>
          Show me with examples
        </Button>
        {state.problem && <p class="field-problem" role="alert">{state.problem}</p>}
      </div>
    </section>
  );
}
