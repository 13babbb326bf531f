import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import type { Always, Filled, Json } from './column.ts'

interface TextVersionRow {
  id: Always<number>
  document: TextDocumentName
  version: string
  content: Json<TextContent>
  /** Of the canonical JSON of the content, before its fields are filled. */
  sha256: string
  effective_on: string
  summary: string
  source: 'shipped' | 'command_line' | 'one_admin' | 'two_admins'
  created_by: number | null
  created_at: string
  approved_by: number | null
  approved_at: string
  approval_id: number | null
}

interface TextDraftRow {
  id: Always<number>
  document: TextDocumentName
  content: Json<TextContent>
  summary: string
  version: Filled<number>
  updated_by: number | null
  updated_at: string
}

/** The tables of migrations/118_text_versions.sql, column by column. */
export interface TextTables {
  text_version: TextVersionRow
  text_draft: TextDraftRow
}
