/** What is wrong with the audit trail. */
export interface Finding {
  /**
   * changed: the row, its link or a file is not as the server wrote it. removed: it is in the chain or in the file
   * storage, but not among the rows, or the chain or the storage lacks it. added: the server did not write it. Of a
   * trigger or rule: it is not as the migrations made it, is missing, or is not theirs.
   */
  kind: 'changed' | 'removed' | 'added'
  /** The row; for a gap in the chain, the row after it; 0 for a file, a trigger or a rule. */
  audit_id: number
  /** One line in English, for the operator. */
  text: string
}

export type Report = (finding: Finding) => void
