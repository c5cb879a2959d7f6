// Words that names of fields are made of. What tools answer is described with names made of these, and of words that the
// tool's own definition uses, and no others: the name of a customer is a key as well, and belongs into no type. No names of
// people, places, companies or products stand here.

const THINGS =
  "account action activity address agent agreement alert amount answer api app application appointment area argument array arrow article artifact asset " +
  "assignee attachment attendee attribute audience author avatar balance bar barcode basket batch bed beneficiary bid binding bit block blob board body bonus " +
  "booking bookmark booster bot box branch brand bucket budget buffer bug build building bundle business buyer cache calendar call campaign candidate capability " +
  "card carrier cart case category cell center chain change channel chapter chart chat check checkout checkpoint checksum child children choice chunk circle city " +
  "claim class clause client cluster code coin collaborator collection color column command comment commit committer company comparison competitor compilation " +
  "component condition config configuration conflict connection connector constraint contact container content context contract contractor contributor " +
  "conversation cookie coordinate copy core correction cost count counter country county coupon course court cover credential credit creator criteria cron currency cursor " +
  "customer cycle damage dashboard data database dataset date day deadline deal dealer debit debt decision default defect delay delivery demand department dependency " +
  "deployment depth desk destination detail device diagnosis diagram diff difference dimension direction directory discount discussion disk display distance distribution " +
  "district doc document domain donor download draft drive driver duration duty edge edition editor element email employee employer endpoint engine entity entry " +
  "environment error estimate event evidence example exception exchange exit expense experience experiment explanation expression extension extra face fact factor factory " +
  "failure fallback fare feature fee feed feedback field file filename filter finding fingerprint flag flight floor flow folder follower font footer force fork form " +
  "format formula fragment frame framework frequency fuel function fund game gap gate gateway gauge gender glossary goal graph grid group guest guide handle handler hash " +
  "header headline health heading heap height highlight hint history holder holiday home hook host hostname hotel hour house household icon id identifier identity image impact " +
  "import impression inbox incident income index industry influence info information ingredient initiative input inspection instance institution instruction instrument " +
  "insurance integration interest interface interval inventory investment invitation invoice issue issuer item iteration job join journal journey key keyword kind label " +
  "lab language latitude law layer layout lead league leave legend length lesson letter level library licence license lifecycle lifetime limit line link list listing load loan " +
  "location lock log login logo longitude loop lot machine mail mailbox maintainer manager manifest manufacturer map margin marker market marketplace mask mass match material " +
  "maximum meal mean meaning measure measurement media median medication meeting member membership memory menu merchant message metadata method metric migration milestone mime minimum " +
  "minute mission mode model module moment money monitor month mood motion movie movement name namespace neighbor neighborhood network news newsletter node note notice notification number object " +
  "objective observation occupation occurrence offer office offset operation operator opinion opportunity option order organization organizer origin outcome output outside overview owner " +
  "pack package page pagination pair panel paragraph parameter parcel parent part participant partition partner party pass passenger patch path patient pattern pause payload payment " +
  "payroll peer penalty percent percentage percentile performance period permission person phase phone photo picture piece pin pipeline pixel place plan planner plate platform player plugin point policy " +
  "pool population port portfolio position post postcode potential power predicate prediction prefix premium presence presentation pressure prevalence preview price pricing principal priority privacy " +
  "problem procedure process processor producer product profession profile profit program progress project promotion prompt proof property proposal protocol provider province publication publisher purchase purpose " +
  "quality quantity quarter query question queue quota quote radius range rank ranking rate rating ratio reach reaction reader reading reason receipt receiver recipe recipient recommendation record recording " +
  "recovery reference refund region registration registry relation relationship release reminder rent replica reply report reporter repository representation request requester requirement reservation resolution resolver " +
  "resource response responsibility result retention retry return revenue reviewer review revision reward risk role roll room root rotation route router row rule run runner runtime salary sale sample " +
  "sandbox scale scan scenario schedule schema school scope score screen screenshot script season seat second secret section sector security segment selection selector seller sender sensor sentence sentiment " +
  "sequence series server service session set setting settlement severity shard share sheet shelf shift ship shipment shipper shipping shop side signal signature signer site size skill skin slot slug " +
  "snapshot snippet socket software solution sort source space speaker specification speed spend split sponsor spot sprint stack staff stage standard star start state statement station statistic status step stock stop " +
  "storage store story strategy stream street strength string structure student style subject submission subscriber subscription subtask subtitle subtotal subtree suburb suffix suggestion suite sum " +
  "summary supplier supply support survey symbol symptom sync synonym system tab table tag target task tax taxonomy teacher team technology template tenant term territory test text theme thread threshold thumbnail " +
  "ticket tier time timeline timeout timer timestamp timezone tip title token tool top topic total town track tracker trade trailer train transaction transcript transfer transform transition translation transport " +
  "travel tree trend trial trigger trip truck turn tutorial type unit update upload usage user username vacancy valuation value variable variance variant variation vehicle vendor venue verdict version video view viewer village " +
  "violation visibility visit visitor voice volume vote voucher wage wallet warehouse warning warranty watch watcher weather web webhook website week weight wheel widget width win window wish word work worker workflow workload " +
  "workspace year yield zip zone";

const QUALITIES =
  "able absolute accepted accessible active actual additional adjusted advanced affected aggregate alive all allowed alternate alternative annotated annual anonymous any applied approved archived assigned attached automatic available average " +
  "bad base basic before below best better big billed blocked blue bold booked boolean both broken busy buyable cached canceled cancelled canonical capable certain changed checked cleared closed cold colored common complete completed compressed " +
  "confirmed connected consumed containing converted correct created critical cumulative current custom daily dead dedicated deep deleted delivered denied deployed deprecated derived detailed detected direct dirty disabled dismissed " +
  "displayed distinct done dry due dynamic early editable edited effective eligible empty enabled encoded encrypted ended entire equal estimated every exact excluded executed existing expected expired external failed false fast favorite featured " +
  "few filled final finished first fixed flagged flat followed following foreign formatted forwarded fresh free front full further future general generated generic given global good grand great green grouped guaranteed half hard hidden high hot " +
  "ignored immediate important inactive included incoming incomplete indexed individual initial inner installed internal interactive invalid invited joined known large last late latest least left legal less licensed linked listed live local locked " +
  "long low lower main major managed mandatory manual many marked matched maximal medium merged minimal minor missing mobile modified monthly more most moved muted named national nested net new next nice normal null numeric offline " +
  "official old online only open opened optional ordered ordinary original other outer outgoing outstanding overall overdue own owned paid parsed partial past paused pending permanent persistent personal physical pinned planned plain popular possible preferred " +
  "present previous primary printed prior private processed protected public published pulled pushed quick random raw reachable read ready real received recent recurring red redacted reduced registered regular rejected related relative released relevant remaining " +
  "remote removed renewed repeated required reserved resolved responsible restricted resulting retired reversed reviewed right safe same saved scheduled scored searchable secondary selected sent separate settled shared short shown signed similar simple single skipped slow small soft sold " +
  "solved special specific stable staged stale standalone started static stopped stored strict subscribed succeeded successful suggested supported suspended temporary third tiny top tracked true trusted typed ultimate unassigned unavailable unchanged unified unique " +
  "unknown unread untracked upcoming updated upper urgent used useful usual valid variable verbose verified very virtual visible visited waiting warm weak weekly white whole wide working written wrong yearly young";

const DEEDS =
  "accept access add adjust aggregate allow analyze append apply approve archive ask assign attempt authenticate authorize award begin break bring build buy calculate cancel capture cause charge clear click close collect compare complete compute confirm " +
  "connect consume contain continue convert correct create cut decide declare decline decrease delete deliver deny depend describe detect disable do download drop earn edit enable encode end enter evaluate exceed execute exist expect expire explain export extend " +
  "extract fail fetch fill find finish fix follow gain generate get give go grow guess handle happen has have help hide hold ignore improve include increase indicate infer insert install invite is keep know last learn like limit live look lose make manage matter merge " +
  "miss modify move need notify observe open own paid parse pay perform pick play preserve prevent print provide publish pull push put raise reach react read receive recommend reconcile redeem redirect refer refresh register reject relate remain remember remove render renew repeat " +
  "replace reply represent require reset resolve respond restart restore resume retrieve revert revoke save search seek see select sell send serve show sign skip sleep solve spend start stay submit subscribe succeed suggest support switch take tell touch try unlock " +
  "upgrade use validate verify wait want was win withdraw write";

const LINKS =
  "a about across after against ago along among an and are around as at away back be because been behind being between beyond but by can cannot could does down during each either else ever for forward from here how if in inside instead into it its later me " +
  "might mine my near neither never no none not now of off often on once one onto or our ours out over per please rather self should since so some soon still such than that the their them then there these they this those though through till to today together tomorrow too toward " +
  "under until up upon us via we were what when where whether which while who whole whom why with within without would yes yesterday yet you your zero two three four five six seven eight nine ten hundred thousand million";

const MEASURES =
  "acceleration altitude angle bandwidth bearing bitrate brightness byte capacity carbon celsius cent centimeter cholesterol cloudiness clouds concentration confidence consumption dewpoint density deviation diameter diastolic dose elevation emission energy exposure fahrenheit " +
  "feet footprint gram gravity gust heart heating humidity inch intensity kilobyte kilogram kilometer latency liter loss luminance magnitude megabyte meter mile millimeter millisecond moisture noise ounce oxygen pace pitch pollution pound precipitation pulse rain resistance respiration saturation " +
  "similarity snow sound spread steps sunrise sunset systolic temperature throughput tide tilt uptime utilization velocity voltage watt wave wind";

const COMMERCE =
  "acquisition advance allocation allowance annuity apr apy asin ask asset auction bank billing bond broker capital cash cashback catalog churn clearing close collateral commission commodity credit customs dispute dividend donation duty ean earnings ebitda equity exchange expenditure fiscal freight " +
  "fulfillment gross gtin handling iban installment isbn ledger lender liability liquidity loyalty mortgage mrr arr nominal ordering packing payable payee payer payout pledge pnl pos procurement profitability receivable remittance rebate rma sku spread stake subtotal surcharge swift tariff tender tracking treasury turnover upc vat wholesale";

const PEOPLE =
  "age ancestor anniversary birth birthday biography bio birthdate citizenship contact death degree dob doctor education ethnicity family father female firstname forename fullname given graduation hire hometown honorific husband job lastname male maiden marital middlename mother nationality nickname " +
  "nurse pet position pronouns reference relative religion residence seniority sex sibling spouse surname wife";

const TECHNICAL =
  "abi abort accelerator accessor acl actor adapter algorithm alias align allocation alpha ancestor anchor annotation archive argument arn ascii ast async audio audit auth authenticated authentication authorization auto backend background backoff backup badge base64 baseline beta binary binlog bio bit blame blocker " +
  "boolean boot border bottom breakpoint browser bucket callback callee caller canary captcha caption cardinality cc bcc cdn certificate char character charset choice chunk cidr cipher ciphertext cli clone cloud cname codec color coverage cpu crash crawl crc cron csp css csv curve daemon debug decoder decoration deduplicated delta " +
  "deprecation descendant descriptor dialect dialog dict dictionary diff digest dimension dir dns docker dom dtype dump eof etag elapsed embedding embed emoji enc encoding encryption enum env epoch eta etc ext exclusive export fan favicon fetch ffmpeg firewall firmware fk flavor float fn fps frontend ft fuzzy geo geohash geojson geometry " +
  "glob gpu gradient guid gzip hardware head hex hexadecimal hits homepage href hsl html http https hydrate idle idempotency iframe img immutable indent ingest ingress inline inode int integer internal interpreter ip ipv4 ipv6 iso jira json jsonrpc jwt kb kernel kibibyte lag lambda lat lng lon lang latex len linter literal loc locale localhost locator " +
  "lru mac main markdown master mb md5 merge meta middleware mime min max mirror ms mtime mtu mutation native nodes nonce ns nullable num oauth oauth2 ocr ok op openapi opacity oid org os otp overflow p50 p75 p90 p95 p99 packet padding param parser passphrase password passthrough pdf peak permalink pid ping pkg placeholder pods poll ports preset primary probe proc profiler proxy " +
  "ptr pub qty queries rack ram ratelimit readme readonly rebase recursive ref refs regex regexp reindex render renderer repo req res retries rfc rgb rgba root rotation rss rtt sampling sanitized scheme scraper scroll sdk seed semver serial serializer sha sha1 sha256 sha512 shell short shutdown sig sitemap sla slo smtp span spec sql src ssd ssh ssl sso " +
  "stacktrace stargazers startup stat std stderr stdin stdout str struct stub subdomain subnet subtype sudo summary svg symlink syntax syslog tarball tcp tenant terminal textarea throttle tls tmp trace traceback  ttl tx txt typename udp ui uid unit unix unstaged uri url urn usd eur gbp utc utf8 uuid uv ux val var vector vertex viewport vm vpc vpn " +
  "watermark webp wiki worktree xml xpath yaml zip x y z b c d e f g h i j k l m n o p q r s t u v w x1 x2 y1 y2 address1 address2 line1 line2 street1 street2";

const OFTEN =
  "abstract acknowledgement added ahead already alter always answered asked association authority automation availability balancer bare blocking bool " +
  "bounce bounced cap captured caught challenge charged clean clicked collected completion concern conclusion concurrency confirmation contrast control " +
  "conversion copied counted creation credited crossed db debited deg deletion dependent description detached dev developer double drafted drain dt " +
  "duplicate duplicated effect effort enhanced enterprise evaluation exclude expand expiry expose failover feel fetched filesystem flaky forced forked " +
  "freeze frozen funding gb generator geolocation git grant grep ground grounding hit idx inbound indices inference init initialize insecure inserted " +
  "insertion intent isolated issued judge last4 leaf lease liveness loading locality logical lookback mainline maintenance mapping matching mechanism mem " +
  "mergeable mesh modality monitoring multiplier nearby networking ongoing opening operating outbound override owed owing packed paper parallel passage " +
  "passed persistence pg picked pii plane poi portal postal predefined preference prerequisite preserved production projection protection prune quantile " +
  "rationale reached readable receiving redundant refunded reload renamed reopened replacement replication requested resize rest retryable returned " +
  "rewrite rich roadmap rollback rollover routing scaling scoring sealed sec secure sending shipped signing sorted staffed starred stash streaming sub " +
  "submitted success surge synchronous taken targeting telephone temp termination threat throttled thrown timing trash truncated truth unused upsert " +
  "upstream usable using verbosity verification viewed voided wal warned whitespace wildcard writable writer zoom";

const WORDS = new Set(
  [THINGS, QUALITIES, DEEDS, LINKS, MEASURES, COMMERCE, PEOPLE, TECHNICAL, OFTEN].flatMap((words) =>
    words.split(" "),
  ),
);

export function isFieldWord(word: string): boolean {
  return WORDS.has(word) || singularsOf(word).some((singular) => WORDS.has(singular));
}

function singularsOf(word: string): string[] {
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith("es")) return [word.slice(0, -1), word.slice(0, -2)];
  return word.endsWith("s") ? [word.slice(0, -1)] : [];
}
