/** Reports that can be sent by mail, as files. */
export const reportKinds = ["owner report", "portfolio workbook", "leak list", "device health"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The days of a report, counted back from the day on which it is sent; or between two dates. */
export const reportDays = ["yesterday", "last_7_days", "last_30_days", "last_month", "dates"] as const;
export type ReportDays = (typeof reportDays)[number];
