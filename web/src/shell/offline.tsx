import { useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";

/** A banner while the browser is offline. */
export function OfflineBanner() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener("online", follow);
    addEventListener("offline", follow);
    return () => {
      removeEventListener("online", follow);
      removeEventListener("offline", follow);
    };
  }, []);
  return (
    <div role="status">
      {!online && (
        <p class="offline">
          <Icon name="offline" />
          You are offline. The data may be out of date, and you cannot save changes.
        </p>
      )}
    </div>
  );
}
