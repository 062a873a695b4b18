import { Presets, SingleBar } from "cli-progress";

/** Shows how far something is, on standard error so that results can be piped. */
export interface Progress {
  update(done: number, total: number, note: string): void;
  end(): void;
}

/** A bar on a terminal; elsewhere a line each tenth of the way. */
export function showProgress(label: string): Progress {
  return process.stderr.isTTY ? bar(label) : lines(label);
}

function bar(label: string): Progress {
  const shown = new SingleBar(
    { format: `${label} {bar} {percentage}% {note}`, clearOnComplete: true, hideCursor: true, stream: process.stderr },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update: (done, total, note) => {
      if (!started) shown.start(total, done, { note });
      else {
        shown.setTotal(total);
        shown.update(done, { note });
      }
      started = true;
    },
    end: () => {
      if (started) shown.stop();
    },
  };
}

function lines(label: string): Progress {
  let shown = -1;
  return {
    update: (done, total, note) => {
      const tenth = total > 0 ? Math.floor((done / total) * 10) : 10;
      if (tenth <= shown) return;
      shown = tenth;
      process.stderr.write(`${label} ${tenth * 10} % ${note}\n`);
    },
    end: () => {},
  };
}
