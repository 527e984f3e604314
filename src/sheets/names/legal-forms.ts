/**
 * Legal forms by country, without points. From ISO 20275 (the list of entity legal forms of GLEIF), as people write
 * them in names. Forms of people who trade alone (e.K. aside) are left out: they pay a person.
 */
export const LEGAL_FORMS: Readonly<Record<string, string>> = {
  'DE AT CH LI LU':
    'gmbh|ggmbh|mbh|gesmbh|handelsges|kgaa|kg aa|ohg|gbr|egbr|partgmbb|partg|e gen|egen|aktiengesellschaft|sàrl|sà rl|sa rl|sagl|scsp|gesellschaft mbh|stiftung & co',
  'GB IE': 'ltd|limited|plc|llp|clg|teoranta|cyf|co-op|cooperative|co-operative',
  'US CA':
    'llc|inc|incorporated|corp|corporation|pllc|llp|lllp|ulc|ltée|limitée|incorporée|senc|sencrl|joint stock company',
  'AU NZ SG MY HK ZA': 'pty|proprietary|pte|sdn|bhd|berhad|npc|plt',
  'IN PK BD LK NG KE GH': 'pvt|private limited|opc',
  'FR BE':
    'sarl|sasu|eurl|snc|scop|selarl|selas|scp|scm|gie|gaec|earl|sci|scea|sccv|asbl|aisbl|vzw|sprl|bvba|scrl|cvba|commv|société anonyme',
  NL: 'bv|nv|vof|cvoa|coöperatie|cooperatief|stichting|maatschap|vve',
  'IT SM': 'srl|srls|spa|sapa|snc|scarl|scrl|scpa|onlus|asd|ssd|società|soc coop|unipersonale',
  ES: 'slu|sll|slne|sccl|sociedad limitada|sociedad anónima|s coop|scoop',
  'Latin America':
    'sa de cv|sapi|sapi de cv|s de rl|s de rl de cv|sc de rl|sofom|eirl|srltda|ltda|cía ltda|cia ltda|spa|scc|sociedad anónima|c por a|compañía anónima',
  'PT BR AO MZ': 'lda|ltda|limitada|unipessoal|eireli|sgps|scrl|crl|slu|sociedade',
  'SE NO DK FI IS':
    'aktiebolag|ek för|handelsbolag|kommanditbolag|aps|ivs|iks|nuf|oy|oyj|osk|osuuskunta|ehf|ohf|slf|slhf|amba|smba',
  PL: 'sp z oo|sp zoo|spzoo|sp j|sp k|ska|spółka|spolka|psa|sp p',
  'CZ SK': 'sro|spol s ro|ops|spol|akciová společnost|akciová spoločnosť|družstvo',
  'HU RO BG': 'kft|nyrt|zrt|kkt|nonprofit kft|srld|srl-d|ood|eood|ead|оод|еоод|ад|еад',
  'HR SI RS BA ME MK': 'doo|jdoo|dooel|dno|доо|ад',
  'AL XK': 'shpk',
  'EE LV LT': 'oü|osaühing|mtü|uab|všį|vši',
  'RU UA BY KZ': 'ооо|оао|зао|пао|нко|ано|гуп|муп|фгуп|фгбу|гбу|тов|пат|прат|одо|тоо|чуп|уп',
  'TR AZ': 'aş|ltd şti|ltd sti|ltdşti|ltdsti|şti|san ve tic|san tic|anonim şirketi|limited şirketi|mmc',
  'GR CY': 'αε|επε|οε|εε|ικε|αβεε|αεβε|abee|μονοπρόσωπη',
  'Arab countries':
    'wll|fze|fzco|fz-llc|dmcc|jsc|pjsc|sarl|sarlau|suarl|saoc|saog|kscc|ksc|qsc|psc|ساهمة|شركة|مؤسسة|ذمم|شمم|شمل|شمك|شمع',
  JP: 'kabushiki kaisha|godo kaisha|goudou kaisha|yugen kaisha|goshi kaisha|gomei kaisha',
  IL: 'בעמ',
  'ID PH VN TH': 'tbk|persero|pcl|firma|cty|công ty|tnhh|mtv|cổ phần',
};

/**
 * Short forms that end a name and are written like this. With points (S.A., a.s., e.V.), the case does not matter.
 */
export const SHORT_FORMS =
  'AG Ag KG Kg UG OG EG eG EV eV EK eK eU SA SE SL SLP SAU SC SAC SAA SAE SAL SAS SIA AB Ab AS AD EAD DD ANS DA HF SF KB HB ASA MB OÜ BT Bt KS IS PS VOS ZS KK GK OOO OAO ZAO PAO HUF NPO TÜ gUG gAG OEG GFA SCA SCS hf ry rf Ry Ky KY LP CC CIC CIO DAC UC CV CB UA EPP EPE IKE OE AE АО АТ ДП КД';

/** Of these, the ones that are also names of people: they count only if the rest of the name has small letters. */
export const ALSO_SURNAMES = 'SA SE AS DA IS AE OE SAS SIA ASA VOS IKE EPE SAL SAE SAC SAA SAU SC';

/** Forms that count only with points: C.A., P.C., N.A. */
export const POINTED_FORMS = 'ca cc pc na sa se as sf ses kd sha os scp kda';

/** Forms that are rarely written with points, as initials are: "Suresh A.G." */
export const ALSO_INITIALS = 'ag kg ab';

/** Forms that begin a name. Of up to three letters, they are in capitals. */
export const FORMS_IN_FRONT =
  'ooo|oao|zao|pao|ооо|оао|зао|пао|ао|тов|пат|прат|дп|муп|гуп|фгуп|pt|cv|ud|uab|stichting|vereniging|firma|fundación|fundação|fondazione|association|asociación|associação|associazione|société|sociedad|sociedade|cty|công ty|شركة|مؤسسة';

/** Parts that only businesses have, in scripts without spaces or in one with its own forms. */
export const FORM_PARTS =
  /^M\/[sS]\b|株式会社|有限会社|合同会社|合資会社|合名会社|財団法人|社団法人|医療法人|学校法人|宗教法人|社会福祉法人|税理士法人|組合|[（(][株有財社医学][）)]|[㈱㈲]|(?:^|\s)[カユドシザ][)）]|[(（][カユドシザ]$|有限公司|有限責任公司|有限责任公司|集团|集團|公司$|주식회사|유한회사|합자회사|재단법인|사단법인|[（(][주유재사][）)]|㈜|บริษัท|ห้างหุ้นส่วน|จำกัด|มูลนิธิ/u;

/** "Müller & Söhne", "Smith and Co". */
export const WITH_OTHERS =
  /(?:&|\+|\b(?:and|und|u\.?|et|y|e|en|och|og)(?=[\s&])) ?(?:co|cie|cia|compagnie|company|sons?|söhne|soehne|sohn|fils|figli|hijos|filhos|zonen|zn|partners?|associates|associés|associati|asociados|associados|brothers|bros|gebrüder)\b\.?/iu;

/** "Rossi & C." at the end. */
export const WITH_COMPANIONS = /& ?c\.?$| e c\.$/iu;

/** Those who carry on a firm: "Müller Nachf." */
export const SUCCESSORS =
  'nachf|nachflg|nachfl|nachfolger|nachfolgerin|succ|succr|succrs|successeur|successeurs|successor|successors|sucesor|sucesores|sucs|successore|successori|sucessor|sucessores|opvolger|opvolgers';
