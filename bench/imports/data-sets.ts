/** A public set of readings of real homes, and what its description says must come out. */
export interface DataSet {
  name: string;
  /** Path below the folder of data sets. */
  file: string;
  /** Words for the import command. */
  args: string[];
  columns: { serial: number | null; time: number; register: number; delimiter: string };
  /** Rows, meters, local times that stand twice, and net difference of all registers in litres where it is published. */
  expected: { rows: number; meters: number; doubled: number; litres: number | null };
}

export const dataSets: readonly DataSet[] = [
  {
    name: "DAIAD",
    file: "daiad/swm_trialA_subset.csv.gz",
    args: ["--format", "daiad", "--time-zone", "Europe/Madrid"],
    columns: { serial: 0, time: 1, register: 2, delimiter: ";" },
    expected: { rows: 199_825, meters: 26, doubled: 23, litres: 2_498_011 },
  },
  {
    name: "AMPds2",
    file: "ampds2/Water_WHW.csv.gz",
    args: ["--format", "ampds2", "--time-zone", "America/Vancouver"],
    columns: { serial: null, time: 0, register: 1, delimiter: "," },
    expected: { rows: 1_051_200, meters: 1, doubled: 0, litres: null },
  },
];
