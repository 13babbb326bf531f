import { ScreenHeader } from '../../../components/screen-header.tsx'
import { LegalText } from '../legal-text.tsx'

export function TermsPage() {
  return (
    <>
      <ScreenHeader title="Términos y condiciones" backTo="/app/profile" />
      <LegalText document="terms" />
    </>
  )
}
