-- The words of notices are versioned texts. What was sent keeps its words, whatever version comes into force later.

-- What a locked phone shows; null for staff's messages and for what a server of before stored.
alter table notification add column locked_text text;

-- Subject, preheader and paragraphs of a mail, or the text of a message; null for notices to staff and of before.
alter table notice_delivery add column words jsonb
  constraint notice_delivery_words_object check (jsonb_typeof(words) = 'object');
