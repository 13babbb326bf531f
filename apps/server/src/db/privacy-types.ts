import type { PrivacyRight } from '@quincena/domain/privacy-requests/schema'
import type { Always } from './column.ts'

interface Feedback {
  id: Always<number>
  user_id: number
  level: 'low' | 'medium' | 'high'
  message: string
  created_at: string
}

interface PrivacyRequestRow {
  id: Always<number>
  user_id: number
  privacy_right: PrivacyRight
  detail: string
  answer_due: string
  created_at: string
  answer: string | null
  answered_at: string | null
  answered_by: number | null
}

interface MarketingConsentRow {
  id: Always<number>
  user_id: number
  is_given: boolean
  wording_version: string
  place: 'settings' | 'signing'
  ip: string | null
  user_agent: string | null
  decided_at: string
}

/** The opinions of workers, what they decided about advertising, and their requests about personal data. */
export interface PrivacyTables {
  feedback: Feedback
  marketing_consent: MarketingConsentRow
  privacy_request: PrivacyRequestRow
}
