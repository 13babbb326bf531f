import type { BrandContent } from '@quincena/domain/brand/content'
import type { Always, Filled, Json } from './column.ts'

interface BrandLogoRow {
  sha256: string
  media_type: 'image/png' | 'image/jpeg'
  width: number
  height: number
  content: Buffer
  uploaded_by: number | null
  uploaded_at: string
}

interface BrandVersionRow {
  id: Always<number>
  version: number
  content: Json<BrandContent>
  logo_sha256: string | null
  /** Of the canonical JSON of the content with the logo's hash. */
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

interface BrandDraftRow {
  id: Always<number>
  is_only: Filled<boolean>
  content: Json<BrandContent>
  logo_sha256: string | null
  summary: string
  version: Filled<number>
  updated_by: number | null
  updated_at: string
}

/** The tables of migrations/131_brand_versions.sql, column by column. */
export interface BrandTables {
  brand_logo: BrandLogoRow
  brand_version: BrandVersionRow
  brand_draft: BrandDraftRow
}
