import classes from './folio-text.module.css'

const folio = /\b([AC]-\d{6})\b/

/** A text whose folios do not break across lines. It adds no characters, so folios can be searched and copied. */
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
