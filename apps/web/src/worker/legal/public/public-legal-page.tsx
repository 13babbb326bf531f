import '@mantine/core/styles/Skeleton.layer.css'
import { Queries } from '../../../components/queries.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import type { ConsentName } from '../consent-memory.ts'
import { LegalLinks } from '../legal-links.tsx'
import { LegalText } from '../legal-text.tsx'
import classes from './public-legal-page.module.css'

function PublicLegal({ document, title }: { document: ConsentName; title: string }) {
  return (
    <Queries>
      <main className={classes.page} tabIndex={-1}>
        <ScreenHeader title={title} backTo="/app/login" />
        <LegalText document={document} />
        <LegalLinks />
      </main>
    </Queries>
  )
}

/** Public page of the terms in force; needs no session. */
export function PublicTermsPage() {
  return <PublicLegal document="terms" title="Términos y condiciones" />
}

/** Public page of the privacy notice in force; needs no session. */
export function PublicPrivacyPage() {
  return <PublicLegal document="privacy" title="Aviso de privacidad" />
}
