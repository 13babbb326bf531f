import type { TextDetail } from '@quincena/domain/texts/schema'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { useUser } from '../../lib/session.ts'
import { sinceText } from './words.ts'

/** Says what of a document waits: a publication for another admin, a version for its date. */
export function TextStatus({ text: { approval, next } }: { text: TextDetail }) {
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
      {next !== null && (
        <Notice tone="info">
          La versión {next.version} está publicada y entra en vigor {sinceText(next.effective_date)}.
        </Notice>
      )}
    </>
  )
}
