// Given names of many countries. Those that are as often a place, a month or a brand
// (Austin, Charlotte, Jordan, April, Paris) are left out on purpose: they need a cue.

import { nameSet } from "../field-name.ts";

const ENGLISH =
  "aaron abigail adam adrian aiden alan albert alex alexander alexandra alexis alice alicia alison allison amanda amber amelia amy andrea andrew angela ann anna anne annie anthony " +
  "arthur ashley barbara beatrice becky benjamin bernard beth betty beverly bob brandon brenda brian bridget bruce bryan caleb cameron carl carol caroline carrie catherine cathy " +
  "cheryl chloe chris christian christina christine christopher cindy claire clara colin connor craig crystal cynthia daisy dan daniel danielle darren dave david dawn deborah debra denise dennis " +
  "derek diana diane dominic donald donna dora doris dorothy doug douglas duncan dylan edith edward edwin eileen elaine eleanor elizabeth ella ellen emily emma eric erica erin ethan eugene eva " +
  "evan evelyn fiona frances frank fred gabriel gareth gary gavin gemma geoffrey george gerald gillian gina glenn gloria gordon graham greg gregory hannah harold harriet harry heather helen " +
  "henry holly howard hugh ian irene isaac isabel isabella isla jacob jake james jamie jane janet janice jason jean jeff jeffrey jenna jennifer jeremy jerry jesse jessica jill jim joan joanna " +
  "joanne joe joel john johnny jon jonathan joseph joshua joyce judith judy julia julian julie justin karen kate katherine kathleen kathryn katie keith kelly ken kenneth kevin kim kimberly " +
  "kirsten kyle larry laura lauren laurie leah lee leo leon leonard leslie lewis liam lillian linda lindsay lisa liz lois lorraine louis louise lucas lucy luke lydia lynn maggie malcolm " +
  "marc marcus margaret maria marie marilyn marion marjorie mark martha martin mary matt matthew maureen megan melanie melissa michael michelle mike mildred miles mohammed molly monica nancy naomi natalie " +
  "nathan nathaniel neil nicholas nick nicola nicole nigel nina noah noel nora norman oliver olivia oscar owen pamela patricia patrick paul paula pauline peggy penny peter phil philip phillip " +
  "phyllis rachel ralph raymond rebecca renee rhys richard rick rita rob robert robin rodney roger ronald rose rosemary ross roy russell ruth ryan sally sam samantha samuel sandra sara sarah " +
  "scott sean shannon sharon shaun sheila shirley simon sophia sophie stacy stanley stella stephanie stephen steve steven stuart sue susan suzanne sylvia tamara tara teresa terry theodore theresa " +
  "thomas tiffany tim timothy tina todd tom tommy tony tracy trevor tyler valerie vanessa veronica victor vincent vivian walter wanda wayne wendy william willie yvonne zachary zoe";
const EUROPEAN =
  "achim agnes alberto alejandra alejandro alessandra alessandro alfonso alfredo alicja alvaro ana anders andre andreas andres andrzej angelika anja anke annette annika antje antoine anton antonia antonio " +
  "armin arne arturo astrid axel bart beata beate beatriz benoit bernd bernhard birgit bjorn blanca boris bozena britta bruno camille carla carlo carlos carmen caterina cecilia celine charlotta chiara christa " +
  "christoph clemens clemence concepcion corinna cristian cristina cristobal dagmar damien daniela danuta davide delphine dieter dirk dmitri dolores domenico dominik dorota edoardo eduardo eike ekaterina elena eleonora elias elke elodie emanuele " +
  "emilia emilio emmanuel enrico enrique erik erika ernesto esteban etienne ewa fabian fabio fabrice federica federico felipe felix fernanda fernando filip filippo flavia florian francesca francesco francisco " +
  "francois francoise franz franziska frederic frederik friedrich fritz gabriela gabriele georg gerard gerda gerhard giacomo gianluca giorgio giovanna giovanni giulia giulio giuseppe goran gregor greta grzegorz gudrun guillaume " +
  "guillermo gunter gustav hans hartmut heidi heike heiko heinrich heinz helena helga helmut henrik herbert holger hugo ignacio igor ilse ines inge ingeborg ingo ingrid irina isabelle ivan jacek jacques jakob jan jana javier " +
  "jens jerome jeroen joachim joana joao joaquin jochen johan johann johanna johannes jonas jorg jorge josef josefine juan juana julien jurgen jutta kai karin karl karla karsten katarina katarzyna katharina katja katrin " +
  "kerstin klaus konrad konstantin krzysztof lars laszlo laurent leonie lena leonardo lorenzo lothar luca lucia lucie luigi luis luisa lukas lutz maciej magdalena malgorzata manfred manuel manuela marcel marcin marco marek margarita margit margot " +
  "mariana marianne marina mario marlene marta mateo matheus mathieu mathilde matteo matthias mauricio max maximilian melina mercedes michal miguel mikael mikkel milan miriam mirko monika monique moritz natalia natasha nathalie niklas nikolai nikolaus " +
  "nils norbert nuria olaf ole olga olivier ottavia otto pablo paola paolo pascal patrizia pawel pedro petra philipp philippe pia pierre pilar piotr rafael raimund rainer ralf ramon raul regina reinhard renate ricardo riccardo roberta roberto " +
  "rodrigo roland rolf roman rosa rosario rudolf rui ruben sabine salvatore sandrine sanne santiago saskia sebastian sergei sergio siegfried sigrid silke silvia simone sofia sofie sonja soren stanislaw stefan stefania stefano steffen stephane susanna susanne " +
  "svetlana sven tatiana teodor thorsten tobias tomas tomasz torsten ulrich ulrike urs ursula ute uwe valentina valentin vera vincenzo viktor viktoria vittoria vladimir volker waltraud wojciech werner wilhelm wolfgang xavier yannick yves zofia zuzana";
const WIDER =
  "abdul abdullah abebe adebayo aditya adunni ahmad ahmed aisha ajay akira ali amina amir amit ananya anil anita anjali ankit aoife arjun asha ayesha aylin ayse bilal chidi chinedu chioma ciaran deepak deepika diego divya emeka " +
  "emine fatih fatima fatma fatoumata farid farah folake ganesh hamid haruto hassan hiroshi hyun ibrahim imran ivana jamal jin jing jose joseph juma karim kavita kenji khaled khalid kofi krishna kumar kwame lakshmi layla leila lin manish mariam " +
  "meera mehmet mei mohamed mohammad muhammad mustafa nadia naoko neha ngozi nguyen niamh nikhil oluwaseun omar osama padraig parvati pooja priya rahul raj rajesh ravi rashid rohan rohit sakura saeed sanjay saoirse satoshi sedat seung shreya sinead siobhan " +
  "sunil sunita suresh takashi tariq thandi thabo vijay vikram wei xiao yasmin yuki yusuf zahra zainab zeynep zhang мария анна елена ольга наталья иван александр сергей дмитрий андрей алексей михаил владимир татьяна екатерина";

const FURTHER =
  "abena adaeze adela agata agnieszka aino akosua alejo aleksander aleksandra alena alfie alva amara amare amadou anastasia andreea angus anneliese annegret annika anouk antoni anwar apinya arash ariana armando arnaud arvid asger " +
  "asuka aurelie aurelien ayaan ayumi azra babajide baptiste bartosz basil beatrix benedikt berit bernadette bertrand bilge birgitta birte bjarne bogdan bojan boubacar brigitte bronwyn burak carsten catalina cedric chandra chiamaka " +
  "chika chinonso christel christelle claudia claus clementine clodagh corentin cornelia cosima cristiano dagny dalia damian dana danica daphne dariusz delia demba desmond detlef didier dimitra dimitris dmitry dorothea dragan edda " +
  "edgar edmund edna efua ekow elif eliska elsa emre engin erdem ersin esra estelle esther eunice fabienne faisal farida fatou federica ferdinand fergus finn folasade frida friederike funmilayo gaelle gaston genevieve georgina " +
  "georgios gerda ghislaine gideon gilles giancarlo grainne guido gunnar gwendolyn hadiza hakan halima hanna hannelore harald haruki hedwig henrike henriette hermann hideki hiroko hortense hubert ibrahima ikechukwu ilona imani imogen " +
  "indira ingmar ioana ioannis irma ismail istvan itziar iwona ivo jacinta jadwiga jarek jaroslav jasmin jasper jelena jelle jitka joelle jolanta jordi josue jovana juliane julieta jurgita kaito kalle kamala karoline kasper kateryna " +
  "katalin kayode kazuki keiko kenta kerry khadija kinga kiran kjell klara konstantinos krisztina kwabena kwesi lachlan lamine lasse leandro leif leonora lieselotte linnea lisbeth ljubica loic lorena ludmila ludwig luka madeleine " +
  "maeve magnus mahmoud maite malik malin mandla marek maren margarethe mariam marit marija marisol maryam masako mathilda matilda maurice mbali mehdi meike melike merete mette mihai milena mila milica milos mireille moira moussa " +
  "murat nadine nadir nanami natsuki nele niko nikos nobuko noemie nomvula nkechi obinna odile olena oleksandr olufemi omari oriol orla orsolya ozlem padma pascale patrice pavel pernille petros pieter pinar piyush prakash " +
  "pranav preeti priyanka radek radha radoslav rafaela raffaele ragnhild ramesh rana ranjit rasmus reinhold remi rena reza rocio roderick roisin rosalie rosalind rosalia rosamund ruxandra sabrina sadia saif salma samira sandeep saori " +
  "sara sarita sayed selin selma serena severine shabnam shalini shanti shinji shivani sibongile sigurd simona sipho slavica snezana solveig sophia sreten stavros stelios sujata suki sunniva svea sylvain sylvie tadeusz takumi tamas " +
  "tanja tarek tatjana thandiwe themba theo thibault thomasina tiago tibor timo tomoko torben toshiko tove trude tuncay tunde ulla umar unathi uchenna vaclav vanja varun vasilis venla verena vesna viggo vikas violeta virginie vojtech " +
  "waleed wanjiru wiebke wilfried wioletta xenia ximena yaw yannis yasuko yelena yetunde yoko yolanda yukiko yuri yvette zainab zdenek zdenka zeljko zoltan zsofia zubaida";

const MORE_ENGLISH =
  "abby ada addison adele agatha aileen aisling alana alec alexa alfred algernon alicia alyssa amos angelica angus anita annabel annie ansel ariana arnold aubrey audrey augustus bailee barney beau belinda bella bernice bertha bertie bessie bethany bianca blair blanche bobby bonnie bradley brady brenna brett bridie brittany brodie bronwen bryce caitlin callum calvin camille " +
  "candace carla carlton carmen carson cassidy cecil cecilia cedric celia chad cherie chester clarence clark clarissa claudia clayton clifford clinton clive colette colleen conor constance cordelia corey courtney craig curtis cyrus dalton damon dana daphne darcy darius darlene darrell darryl dean deanna deirdre delilah delores dena denzel derrick desmond devin dexter dina dirk " +
  "dominique doreen dorian duane dustin dwayne dwight eddie edgar edmund effie elena eli elijah elisa elise eliza elliot elliott eloise elsie elton emery emmett enid enoch eric ernest ernie esme esmeralda esther ethel eva everett ezra fergus finlay finley fletcher floyd francesca francis freda freddie frederick freya gail garrett garth gene genevieve gerard gertrude gilbert " +
  "gladys glenda glen gracie graeme gretchen griffin guy gwen gwendolyn hallie hamish harriet harris harvey hattie hector henrietta herbert herman hester hilary hilda hollie horace hubert hugo humphrey ida ignatius imogen ingrid irma irving isabelle isaiah isobel ivor jack jackie jackson jaclyn jacqueline jada jaden jaime jan janelle janette janine jared jarrod jasmine jasper jay " +
  "jayden jayne jeanette jeannie jed jenny jeremiah jermaine jerome jess jessie jillian jimmy joann joanie jocelyn jodie joey johanna jolene jonah jordyn josephine josie juan juanita judah judd jude jules juliana juliet julius kara karla kate kathie kathy katrina kay kayla keeley keira kellie kelsey kelvin kendall kendra kenny kerri kiera kieran kirk kirsty krista kristen kristi " +
  "kristin kristina kristy kurt kylie lacey lachlan lara latasha latoya lamar lance laurence lavinia lawrence leanne leland lena leroy lester leticia levi lexi lila lilian liliana lilly lily lindsey lionel liza lloyd lola lonnie lorna lottie louella lowell lucille luella luther lyle lynda lynette lynne mabel mable maddie maddison madeline mae maisie mallory mandy marcia marcy " +
  "margery margo marguerite mariah marianne maribel marina maris marisa marissa marjory marla marlene marlon marnie marsha marvin mathew mattie maude maura maxine maxwell maya mckenzie meg melinda melvin meredith mia micah mickey mimi mindy minnie miranda mitch mitchell moira mollie mona monty mortimer muriel myles myra myrtle nadia nadine nanette natasha ned nell nellie nelson " +
  "nettie neve niall nichola nicolas nicki nikki noreen nyla octavia odette ollie orla orville otis otto paige pam patsy patti patty pauline percy peyton phoebe piers polly poppy priscilla quentin quincy quinn ralph ramona randall randolph randy ray raquel rebekah reece reggie reginald reuben reynold rhiannon rhoda rhona rhonda ricky riley roderick rodger rodrigo roland rolf " +
  "ronan ronnie rory rosa rosalyn rosanna roscoe roseanne rosie rowan rowena roxanne rudolph rufus rupert sabrina sadie salvador sammy sanford sasha saul scarlett selena serena seth shane shaniqua shari sharron shawn shelby sheldon shelley sheri sherri sherry shona sian sidney siena silas silvia simone sonia sonya stacey stacie stan stefan stephan stewart stuart susanna susannah " +
  "susie sybil sylvester tabitha tamsin tania tanisha tanya tasha tatum ted teddy terence terrance terrell terrence tess tessa thaddeus thea thelma theo theodora toby tonya tori tracey travis trent trevon trey tricia trina trisha tristan trudy tyra tyrone tyson ursula valentina vaughn velma vera vernon vicki vicky virgil vivienne wade wallace wanda warren wendell wesley whitney " +
  "wilbur wilfred wilhelmina willa willard winifred winnie winston woodrow wyatt xavier yasmin yolanda yvette zach zachariah zack zane zara zelda";
const MORE_EUROPEAN =
  "adelaide adele adrien agathe aida aileen aileas alain alastair albane alberta alda aldo aleksandar alessia alessio alexandre alexandros alexandrine alexis alicja alois aloysius amaia amandine amaury ambre ameline anabel anais anastazja anatole andrej andrzej aneta anette angela angele angelina anica anita aniko annabel annabelle annelies annemarie annette anselm ansgar antje " +
  "apolline archibald ariane aristide armelle arnold arthur asbjorn aubrey audrey auguste augustin axelle balazs barnabas barry bartholomew bartek bartlomiej basile bastian bastien beatrijs bela benedetta benedicte beniamino benita benno berenice bernadett bertha bethany bettina bianca blaise blandine blazej bob boguslaw boleslaw bonnie borja bozidar bram branislav branko brecht " +
  "brendan brice brigid britt camila camilla camillo candice capucine carine carla carlotta carmelo carolin carolina carsten casimir caspar cassandra catalin caterina cathal cathrin celestine celia celina cesare cezary chantal charlene charles charlie chantalle christiane christof christophe cillian cinzia claartje clarissa claude claudette claudio clemence clement clive conchita " +
  "conor constance constantin cordula corinne costel cyril cyrille czeslaw daan dace dalibor damiano damir danielle danilo danny daria dario deirdre delfina denisa denise desiree dick diederik dietmar dimitar dimitri dina dirk djamila dominique domitille donatella donna dorian doriane dorien dorota dorothee dragos dries dusan ebba eckhard edouard eduard edvard edwige egon eileen " +
  "eilidh einar eirik elaine eleni eleonore elfriede eliane eligiusz elina eline elisa elisabeth elisabetta elise eliska elizabeth ella ellinor elma elodie eloise elvira emelie emeline emil emile emiliano emilie emmanuelle emmeline emmy enea enzo erhard erich erin erminia ermanno ernest erwan espen esteban estefania etelka ettore eugen eugenia eugenie eulalia eusebio evangelia " +
  "evangelos evelien evelina eveline evgeni ewelina fabiola fanny faustine femke fedor felicia felicity felicitas ferenc fermin fernand filipa filomena fiorella florentina florin fran franca franck francine franco frauke fredrik frederike friederich frieda fritz frode gabor gabriella gabrielle gaetano galina gaspard gauthier gauvain gavrilo gemma genevieve geoffroy geraint " +
  "geraldine gergely gerhild germain gero gerrit gertrud gheorghe ghislain giacinta gianni gilbert gilberto gina giovanna giovannino gisela giselle giuliana glenda gloria godfrey goncalo gontran gosia gotz grazia greet gregoire gregorio greta griet grzegorz gudula gunda gunilla gunther guus gwen gwenaelle gwilym hadrien haakon halina halvard hanne hannes hans-peter harm hasse " +
  "hedda heike heiner helen helene heloise henk hennie henning henriette henryk herminia herve hilary hilda hilde hildegard hortensia horst hristo hubertus hugh hugues humberto iain ida ignacy ilaria ildiko ilse ilya imelda imre ines inga ingolf ingrid iratxe iria irina irma isabeau isaline isidora iskra isolde iva ivana ivar iveta ivette jaana jaap jacinto jacob jacqueline " +
  "jadranka jaime jakub jan-willem janek janick janina janine jarmila jaroslaw javiera jeannette jean-baptiste jean-claude jean-luc jean-marc jean-michel jean-paul jean-pierre jean-yves jeanne jennie jerzy jesper jette jill jindrich joachim joao joaquim jocelyn jocelyne joelle johana johanne jolien jolana jonna joost joop jorge jorgen jorunn jos josefa joseph josephine josh josip " +
  "jovan joyce jozef juan-carlos juha juho juliana julianne juliet juliette julija julika julius julita jurek juri jurriaan justine justyna kaarina kacper kaj kajsa kalina kamil kamila karel karen karina karine karlijn karolina karoly kasia kaspar katalin katarzyna kate katell kathe kathi kathrin katia katinka katja katya kazimierz keira kenny kieran kirsi kirsten kirstie kirsty " +
  "klaas klaudia knut konrad koen kolja konstancja kornelia kris krister kristen kristian kristiina kristin kristina kristof kristoffer krystian krystyna krzysztof kurt lara larissa lasse laszlo laura-marie laure laurence lauri laurine lavinia lazar lea leandra leanne leena lene lennart lenka leoni leonhard leopold leszek leticia levente lidia lidija lieke liesbeth lieve liliana " +
  "liliane lina line linnea linus lionel lise lisette livia liv ljudmila lluis lluisa lodewijk loes loick lola lora loreto lorna lothar lotte louisa loukas luana lubomir luc lucas lucette luciana luciano lucien lucienne lucille lucrezia ludivine ludovic ludovica ludvik luisella luiz lukasz lutz lydie lyudmila maarit maarten maciej maddalena madelief maelle maelys magali magda " +
  "maike maj maja maksim maksymilian malene malgorzata malte malvina manel manfred manolo manon manuela mara marcela marcella marceline marcello marcelo marcia marco mareike marga margaux margherita margrit marguerite maria-jose marianna marie-christine marie-claire marie-claude marie-laure marielle marieke marija marijke marika marilena marilyne marina marine mario mariola " +
  "mariona marion mariusz marja marjan marjolein markus marlies marlon marnix marta martijn martin martina martine martinus martyna marzena massimo mathias mathis mathys matilde matthieu mattia matyas maud maureen mauro maxence maxime maximiliano maya mechthild meindert meinhard mel melania melisande melker meredith merel micha michaela micheal michel michela michele michelle " +
  "mick mieczyslaw mieke miguel-angel mihaela mikaela mike mikolaj mikko mila milan milda milena milka milo miloslav mina mircea mireia mirela mirella miriam mirjam miroslav miroslawa mirta misha mitja mladen modesto mona monique montserrat morgane moritz morten mylene myriam myrthe nadege nadejda nadia nadja nando narcisa nastassja natacha natale nathan nathanael natasa neda " +
  "nele nelly nerea nico nicholas nicolaas nicolai nicolas nicoleta nicoletta nicolo niels nienke nikita nikola nikolaos nikolas nikoleta nils ninon noa noella noelle noemi nolwenn noortje norbert noreen octave octavian odette odile odin olaf olimpia oliwia olof oona orazio orestes ornella osvaldo oscar otilia otmar ottavio ottilie paavo palmira paloma pamela paola pascual " +
  "pasquale patricio patricja patrik patryk paulette paulien paulina pauline paulo pavla peer peggy pekka penelope per-olof perrine petar petra petronella petronela petru petteri philippa philomena pia pier pierluigi pierpaolo piero pierrick pieter-jan pietro pirjo pirkko prosper przemyslaw quentin quirin rachele radka radoslaw radovan rafal raffaella raisa raissa rainier ralph " +
  "ramiro ramona raoul raphael raphaelle raquel rasa raymonde rayan regine reinhold reinier remco remko remy renaud renaldo renata renato reto ria rianne ricarda riccardo rik rikard rikke rinaldo rita robbert roberta robrecht rodolfo rodolphe roel roeland rogelio roger rogier roksana rolande romain romane romina romuald romy ronan ronja roos roosmarijn rosanna rosario rosella " +
  "roswitha roxana roxane roza rudi rufus ruggero ruprecht rune ruslan ruta ryszard sabina sabrine sacha salome salvador samira samuele sander sandrina sandro santino sara-jane sarka sascha saverio scarlett sebastiaan sebastien selina selene semjon senna serafina serge sergiusz severin severino sharon sheila sian sibylle sidonie sidsel siegmund siegrid sieglinde siena sigita " +
  "signe sigrun sigurdur silas silvana silvano silvester silvie simeon simonetta simonne simon-pierre sina sinikka sissel sive sjoerd slavko slawomir snezhana sofija solange solene sonia sophie-charlotte sorin sorina spyridon stana stanislas stanislav stavroula stefaan stefanie stefka steinar stella sten stephan stephanie stephane stian stien stig stijn suzana suzanna svend " +
  "svenja sverre swantje sybil sylwester sylwia szilvia szymon tabea tadej talia tamar tamara tanguy tania tara tarja tatjana tea teddy teemu telma teodora teodoro teresita terje tess tessa thaddeus thea theda thekla theodoor theodora theodoros theresia therese thibaud thierry thijs thilo thomas-alexander thora thorbjorn thore thorsten tijs tijmen tilde tilman timea timon " +
  "timothee tina tinne tobiasz tom-erik tomasso tomaz tommaso tonje tonya toon tore tormod torill torsten traian tristan trine troels truls trygve tudor tuomas tuva tycho tymon tytus ugo ulf ulla ulrica ulrik uma uros urszula vaclav vadim valdemar valentine valeria valerian valerio valery valter vanda vanna vanessa vasco vasil vasile vasiliki vassilis veerle veit velma vendula " +
  "venetia venla vera verena veronika veronique vesna vibeke vicente vicky victoire vidar vidya vilhelm ville vilma vincenza violaine violette virgil virginie virpi vitalij vito vittorio viviana vivienne vlad vladislav vlasta volker waldemar waleria walburga walther wanda wenche wendelin werner wieslaw wietske wiktor wiktoria wilfred wilhelmina willem willemijn wilma winfried " +
  "winifred witold wladyslaw wout wouter xander yael yann yannick yasmina ylva yolande yorick ysaline yuliya yvan yves-marie yvon zacharias zbigniew zdzislaw zita zoltan zora zuzanna zygmunt";
const MORE_WIDER =
  "aadil aakash aaliyah aamir aarav aarti aayush abbas abdel abdelkader abdirahman abhijit abhinav abhishek abiodun abubakar achieng adebola adeel adenike adewale adil adnan afolabi agung ahmet aigerim aiko ainara aishwarya aisyah aiyana akash akhil akin akinyi akosua akshay alejandra alhassan alimatou aliyu alisha aliya alya aman amandla amanuel amarachi amarjit ambrose ameen " +
  "ameera amel amenze amina aminata amitabh amna amrita anand anindya anjana ankita annapurna anoushka antonella anuj anupam anuradha anushka aparna aravind archana arif arijit arisa arjan arnav arturo arun aruna arwa asad asako asel asif asma aswin atif atsuko atul avinash ayaka ayako ayan ayanda aya aydin ayelet ayman ayodele ayotunde azadeh aziz aziza babatunde bachir badr " +
  "baltazar baraka bashir batsheva bayo beatriz behnaz berk berkay betul bhavna bheki bianca bilqis boniface brenda budi bukola bulent burcu camilo canan carmela catarina cecil celal celso cem cemal ceren cesar chaim chandan chao charu chetan chidera chidinma chiho chikondi chimamanda chinwe chloe chun cihan chukwuemeka citlali claudio constanza cristobal daichi daisuke dalila " +
  "damilola danai danish daoud darshan dayo deepa deepti delroy demet devendra devi dhruv dilara dilip dimakatso dina dinesh dipak divyansh djibril dumisani edem edwina ekene ekin elham elina elodia emad emi emiko emine emmanuela emre enrique eren ernestina esi eshe esperanza esra evaristo ezgi ezinne fadi fadila fahad faiza faizan farhad farhan farouk farrukh fatemeh fatiha " +
  "fatoumata fatuma faustino fawzia fayez feng fernanda ferhat feyza filiz firdaus fiza florencia folarin folasade fumiko gaurav gauri gayathri genki gerardo getachew ghada ghassan gita giulio gizem godwin gokhan gonzalo gopal graciela guadalupe gulsen gurpreet guo habib habiba hadi hadija hafsa haifa hakeem hamza hana hanan haniya hanna hao haris harish harpreet haruka haruto " +
  "hasan hasna hatice haya hayato heba hector hemant hideo hideko hina hira hisham hiro hitomi hoang huda hui huong husam hussein hyejin ibtissam idris ifeanyi ifeoma ignatius ikram imad iman imane inaya indra ines iqbal irfan isamu ishaan ishita ismael israa itzel ivonne iyad izumi jabu jagdish jahid jai jamil jamila jaspreet jatin javed jaya jayant jelani jia jiang jianhua " +
  "jihoon jiho jin-woo jing jitendra jiwon jomo joon juanita julio jumoke jun junichi junko kabir kadir kaito kalpana kamal kamau kamran kana kanako karan kareem karima karthik kasim katlego kaushik kavya kazuko kazuo kei keita kelechi kemal keiichi kenan kenta kerem keshav khadijah khaleel khalil kimiko koffi kojo koji koray kosuke kouassi kriti kudzai kunal kwaku kwasi kyoko " +
  "laila lakshmi lalit lamia latifa lateef leila lerato lesedi leticia leyla linh liwei lorena lubna luciana lungile lwazi maame madhavi madhu mahesh mahlet maho maisie makena makoto mamadou manisha manjit manoj mansi mariama marisela marwa masaru masashi masato matshepo mayank mayra mayumi mehreen melis merve meryem michiko midori miguelina mihir min-ji minh minjun minh-anh " +
  "misaki mitsuko mitsuru miyu modupe mohamad mohan mohit monika mpho mthunzi mubarak muhammet mukesh muna munira murali mustapha musa mutua mwangi nabil nabila nadira naeem naima najwa nakul nandini naomi naren narendra nargis naseem nasir nasser natsumi naveen navya nazir neeraj neetu nelson nesrin nhung nikita nikitha nilesh nilufer nimisha nirmala nisha nishant nitin nkosana " +
  "nobuhle nomsa nontando nosipho noura nthabiseng nuray nurul nyasha obafemi odalys okan olumide oluwaseyi omer onur oren orhan osman ouma ozge ozgur pallavi pankaj paolina parisa parth parvin pelin phindile phuong pooja poonam prabhakar prabhat pradeep prajakta pramod prasad prashant pratap pratik praveen preethi prem prerna prithvi punit qasim rachna radhika rafiq raghav rahma " +
  "raj rajan rajendra rajiv raju rakesh rami ramya ranbir rania ranveer rasha rashida raul razia reem reena rehan rekha reshma reyansh rezwan ricardo rie rieko rina ritu riya rizwan rodolfo rohini roshan roxanna ruchi rui rukhsana rukmini rutendo ruya ryo ryota sabah sachin sadiq safiya sahar sahil saida sajid sakina salim salman salome samia samir samuela sana sanaa sandile " +
  "sangeeta sanjana sanjeev santosh sanya sapna sarath sarika satish satoko saurabh sayaka seda seema selim semra serap serdar sergio serkan sevgi seyda shabana shahid shahin shahram shaima shakil shakira shamima shankar sharad sheela shehu shikha shilpa shin shinobu shira shirin shiro shivam shlomo shoaib shoko shota shreyas shruti shu shubham shweta sibusiso siddharth sidra " +
  "sifiso silvio sima simran sindhu sipho sizwe smita sneha snehal soham sohail sonal soo-jin soraya soumya sourav sridhar srinivas stanley stephon subhash sudha sudhir sugandha suhail suleiman suman sumit sunan suraj surendra suresh surya sushil sushma swapna swati taha taichi taiwo takahiro takako takeshi takuya talal tamiko tanvi tanya tariro tatsuya tayo teboho temitope " +
  "tendai tetsuya thanh thao thuy tianna tigist timur toko tolu tomas tomoe toshio trang tsering tshepo tuan tugba tulin turgut uchechi uday ugur ulises umesh umit upendra usha usman utkarsh vaibhav valentina vandana vanita varsha vasant vasudha veena venkat venkatesh vidhya vidya vikrant vimal vinay vineet vinod vipul vishal vishnu vivek volkan vusi wafa waleed wanjiku wahid " +
  "wasim weiwei xia xiaoming xin xinyi xiomara xochitl yaa yadira yahya yanira yao yaser yash yashoda yasin yasir yasuo yemi yesenia yewande yohannes yoko yoshiko yosuke yousef youssef yu yui yuichi yukari yuki yuko yumi yuna yunus yusra yuto zahid zahir zain zakaria zanele zara zaynab zeeshan zehra zeliha zhen ziad zodwa zola zoya zubair zuleika";

const STILL_MORE =
  "eberhard ludovica leonor gottfried traute irmgard edeltraud ottmar burkhard eckart adalbert leopoldine liselotte fiammetta loredana graziella ivano donato fabrizia tiziana tiziano gaspare calogero nunzio nuno duarte rui telmo anabela lurdes " +
  "macarena azahara leire maialen itxaso iker unai aitor gorka oihane ander xabier mikel dagny wanjiru roswitha vikram halldor sigridur thordis einar gudrun sorcha eoghan cormac tadhg fionnuala xanthe lindiwe chukwudi priyamvada leilani anya siddhartha";

const GIVEN_NAMES = nameSet(
  `${STILL_MORE} ${ENGLISH} ${EUROPEAN} ${WIDER} ${FURTHER} ${MORE_ENGLISH} ${MORE_EUROPEAN} ${MORE_WIDER}`,
);

const givenNames = new Map<string, boolean>();
const MOST_WORDS = 5000;

export function isGivenName(word: string): boolean {
  return remembered(givenNames, word, () => {
    const folded = fold(word);
    return (
      GIVEN_NAMES.has(folded) ||
      (folded.includes("-") && GIVEN_NAMES.has(folded.slice(0, folded.indexOf("-"))))
    );
  });
}

/** The words of a text repeat; folding their accents costs more than looking them up. */
export function remembered(answers: Map<string, boolean>, word: string, judge: () => boolean): boolean {
  const known = answers.get(word);
  if (known !== undefined) return known;
  if (answers.size >= MOST_WORDS) answers.clear();
  const answer = judge();
  answers.set(word, answer);
  return answer;
}

/** Letters that do not come apart into a plain one and an accent. */
const PLAIN_LETTERS: Record<string, string> = {
  ø: "o",
  ł: "l",
  ı: "i",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ß: "ss",
};

export function fold(word: string): string {
  const lower = word.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower)
    ? lower
    : lower
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .replace(/[øłıđðþæœß]/g, (letter) => PLAIN_LETTERS[letter] as string);
}
