import { getRouteApi } from '@tanstack/react-router'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { LegalVersions } from '../legal-versions.tsx'
import { VerifyLink } from '../verify-link.tsx'

const route = getRouteApi('/app/worker/terms')

/** The terms in force, and former ones. */
export function TermsPage() {
  const { version } = route.useSearch()
  return (
    <>
      <ScreenHeader title="Términos y condiciones" backTo="/app/profile" />
      <LegalVersions document="terms" version={version} />
      <VerifyLink />
    </>
  )
}
