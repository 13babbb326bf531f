import { getRouteApi } from '@tanstack/react-router'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { LegalVersions } from '../legal-versions.tsx'
import { VerifyLink } from '../verify-link.tsx'
import { OwnRequests } from './own-requests.tsx'

const route = getRouteApi('/app/worker/privacy')

/** The worker's privacy requests, and the privacy notice in force or a former one. */
export function PrivacyPage() {
  const { version } = route.useSearch()
  return (
    <>
      <ScreenHeader title="Aviso de privacidad" backTo="/app/profile" />
      <div className={stack.stack}>
        {version === undefined && <OwnRequests />}
        <LegalVersions document="privacy" version={version} />
        <VerifyLink />
      </div>
    </>
  )
}
