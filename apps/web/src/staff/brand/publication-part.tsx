import type { Approval } from '@quincena/domain/approvals/schema'
import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { useUser } from '../../lib/session.ts'
import { brandQuery } from './api.ts'
import classes from './brand.module.css'
import { BrandLogo } from './brand-logo.tsx'

function Logos({ approval }: { approval: Approval }) {
  const query = useQuery(brandQuery)
  if (query.data === undefined) return <LoadState query={query} title="No se pudo cargar la marca." />
  const { draft, approval: open } = query.data
  if (draft === null || open?.id !== approval.id) return null
  const { logo, content } = draft
  return (
    <>
      {logo !== null && <BrandLogo sha256={logo.sha256} name={content.trade_name} />}
      <AnchorLink to="/configuracion/marca/borrador" size="sm" underline="always">
        Ver el borrador con su vista previa
      </AnchorLink>
    </>
  )
}

/** What a publication of the brand that waits for another admin looks like. Only admins read drafts. */
export function BrandPublicationPart({ approval }: { approval: Approval }) {
  if (useUser().user_type !== 'U0') return null
  return (
    <section className={classes.waiting} aria-label="Marca por publicar">
      <Logos approval={approval} />
    </section>
  )
}
