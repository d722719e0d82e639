/** Parts of the page that are loaded when they are first drawn. */
import { t } from "../base/texts.ts";
import type { ComponentType, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Problem, unreachable } from "../base/problem.ts";
import { Failed, Loading } from "./states.tsx";

const notLoaded: Problem = {
  ...unreachable,
  title: t("This part of the page could not be loaded"),
  detail: t("Check your connection and try again. If it stays like this, load the page again."),
};

/**
 * A component whose script is loaded when it is first drawn.
 * @param what is loaded, in words for screen readers
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const [failed, setFailed] = useState(false);
    const [, setReady] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded) return;
      let isWanted = true;
      setFailed(false);
      load().then(
        (component) => {
          loaded = component;
          if (isWanted) setReady(true);
        },
        () => isWanted && setFailed(true),
      );
      return () => {
        isWanted = false;
      };
    }, [attempt]);
    if (loaded) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (!failed) return <Loading what={what} rows={2} />;
    // Some browsers remember that a script could not be loaded, so a second failure loads the page anew.
    const retry = () => attempt === 0 ? setAttempt(1) : location.reload();
    return <Failed problem={notLoaded} retry={retry} />;
  };
}
