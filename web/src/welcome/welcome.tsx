/** What an empty account shows. */
import { hrefOf } from "../shell/router.ts";
import { Icon, type IconName } from "../ui/icon.tsx";

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

/** What an empty account shows: three ways in. */
export function Welcome() {
  return (
    <section class="section" aria-label="Ways to begin">
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
    </section>
  );
}
