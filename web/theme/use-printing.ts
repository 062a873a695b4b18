import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

const SCHEME = "data-mantine-color-scheme";

/**
 * Whether the page is being printed. Paper is white: the page has taken the light colours by then, and what is drawn from
 * them, charts above all, has been drawn anew before the browser takes its picture.
 */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    let before: string | null = null;
    // The colours come first: what draws anew reads them from the page.
    const start = () => {
      before ??= root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, "light");
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      if (before !== null) root.setAttribute(SCHEME, before);
      before = null;
      flushSync(() => setPrinting(false));
    };
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", start);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
