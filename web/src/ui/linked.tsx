/** Text whose links can be opened. */

/** Only of these kinds, because agents write texts too. */
const links = /\b((?:https?:\/\/|mailto:|tel:)[^\s<>"]+)/i;

/** What ends a sentence and no link. */
const trailing = ".,;:!?'’”*_]}";

/** A text with its links. One at the end that is cut off (…) is none. */
export const Linked = ({ text }: { text: string }) => (
  <>
    {text.split(links).map((part, index) => index % 2 ? <Link key={index} words={part} /> : part)}
  </>
);

function Link({ words }: { words: string }) {
  if (words.endsWith("…")) return <>{words}</>;
  let end = words.length;
  const isOutside = (last: string) =>
    trailing.includes(last) || (last === ")" && !words.slice(0, end).includes("("));
  while (isOutside(words[end - 1]!)) end--;
  const href = words.slice(0, end);
  return (
    <>
      <a
        href={href}
        {...(/^http/i.test(href) && { target: "_blank", rel: "noopener noreferrer" })}
      >
        {href}
      </a>
      {words.slice(end)}
    </>
  );
}
