import type { BrandDetail } from '@quincena/domain/brand/schema'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { useUser } from '../../lib/session.ts'
import { sinceWhen } from './words.ts'

/** Says what of the brand waits: a publication for another admin, versions for their date. */
export function BrandStatus({ brand: { approval, versions } }: { brand: BrandDetail }) {
  const { id } = useUser()
  const who = approval?.requested_by === id ? 'Pediste publicar' : `${approval?.requester} pidió publicar`
  return (
    <>
      {approval !== null && (
        <Notice tone="info">
          {who} el borrador: espera a que otro administrador lo autorice. Mientras tanto no se puede cambiar.{' '}
          <AnchorLink
            to="/autorizaciones"
            search={{ autorizacion: approval.id }}
            size="sm"
            underline="always"
          >
            Ver la autorización
          </AnchorLink>
        </Notice>
      )}
      {versions
        .filter(({ state }) => state === 'waiting')
        .map((version) => (
          <Notice key={version.id} tone="info">
            La versión {version.version} está publicada y entra en vigor {sinceWhen(version)}.
          </Notice>
        ))}
    </>
  )
}
