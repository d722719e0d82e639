/** What an empty account shows. */
import { t } from "../base/texts.ts";
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
    title: t("Import a file"),
    about: t("Contacts of a phone, an address book or a table. You see first what it does."),
  },
  {
    href: hrefOf("contacts", undefined, { new: "1" }),
    icon: "person",
    title: t("Add somebody"),
    about: t("A name is enough to begin with."),
  },
  {
    href: hrefOf("keys"),
    icon: "key",
    title: t("Connect an assistant"),
    about: t("It adds people, notes and reminders for you, and you can undo what it did."),
  },
];

/** What an empty account shows: three ways in. */
export function Welcome() {
  return (
    <section class="section" aria-label={t("Ways to begin")}>
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
