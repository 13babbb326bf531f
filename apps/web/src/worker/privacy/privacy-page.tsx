import { ScreenHeader } from '../../components/screen-header.tsx'
import { LegalText } from '../legal/legal-text.tsx'
import stack from '../screen/stack.module.css'
import { OwnRequests } from './own-requests.tsx'

/** The rights over one's data, and the privacy notice in force. */
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
