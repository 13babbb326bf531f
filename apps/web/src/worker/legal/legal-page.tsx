import { ScreenHeader } from '../../components/screen-header.tsx'
import { legalTitles } from './legal-sheet.tsx'
import { LegalText } from './legal-text.tsx'

export function TermsPage() {
  return (
    <>
      <ScreenHeader title={legalTitles.terms} backTo="/app/profile" />
      <LegalText document="terms" />
    </>
  )
}

export function PrivacyPage() {
  return (
    <>
      <ScreenHeader title={legalTitles.privacy} backTo="/app/profile" />
      <LegalText document="privacy" />
    </>
  )
}
