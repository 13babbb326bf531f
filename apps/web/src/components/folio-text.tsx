import classes from './folio-text.module.css'

const folio = /\b([AC]-\d{6})\b/

/** A text whose folios stay whole where its lines break; nothing is added to it, so that they can be found and copied. */
export function FolioText({ text }: { text: string }) {
  return text.split(folio).map((part, index) =>
    folio.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={index} className={classes.folio}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
