interface KeptPdf {
  data_sha256: string
  rendered_at: string
}

/** The table of migrations/060_kept_pdfs.sql, column by column. */
export interface KeptPdfTables {
  kept_pdf: KeptPdf
}
