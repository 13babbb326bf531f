import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { LegalText } from '../legal-text.tsx'
import { OwnRequests } from './own-requests.tsx'

/** The worker's privacy requests, and the privacy notice in force. */
export function PrivacyPage() {
  return (
    <>
      <ScreenHeader title="Aviso de privacidad" backTo="/app/profile" />
      <div className={stack.stack}>
        <OwnRequests />
        <LegalText document="privacy" />
      </div>
    </>
  )
}
