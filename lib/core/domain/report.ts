/** A document of plain facts that people read on paper, top to bottom. */
export interface Report {
  title: string;
  /** The conclusion, below the title. */
  result: string;
  sections: readonly ReportSection[];
  /** At the foot of every page. */
  footer: string;
}

export interface ReportSection {
  heading: string;
  /** Name and value. */
  facts?: readonly (readonly [name: string, value: string])[];
  paragraphs?: readonly string[];
}
