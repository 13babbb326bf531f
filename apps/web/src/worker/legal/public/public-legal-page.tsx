import '@mantine/core/styles/Skeleton.layer.css'
import { useSearch } from '@tanstack/react-router'
import { Queries } from '../../../components/queries.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import type { ConsentName } from '../consent-memory.ts'
import { LegalLinks } from '../legal-links.tsx'
import { LegalVersions } from '../legal-versions.tsx'
import { VerifyLink } from '../verify-link.tsx'
import classes from './public-legal-page.module.css'

interface PublicLegalProps {
  document: ConsentName
  title: string
  version: string | undefined
}

function PublicLegal({ document, title, version }: PublicLegalProps) {
  return (
    <Queries>
      <main className={classes.page} tabIndex={-1}>
        <ScreenHeader title={title} backTo="/app/login" />
        <LegalVersions document={document} version={version} />
        <LegalLinks />
        <VerifyLink />
      </main>
    </Queries>
  )
}

/** Public page of the terms, in force and former ones; needs no session. */
export function PublicTermsPage() {
  const { version } = useSearch({ from: '/app/legal/terms' })
  return <PublicLegal document="terms" title="Términos y condiciones" version={version} />
}

/** Public page of the privacy notice, in force and former ones; needs no session. */
export function PublicPrivacyPage() {
  const { version } = useSearch({ from: '/app/legal/privacy' })
  return <PublicLegal document="privacy" title="Aviso de privacidad" version={version} />
}
